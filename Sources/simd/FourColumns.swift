// What matrices of four columns have in common, however many rows they have.

/// One of four columns.
@inlinable
func element<Column>(_ index: Int, of columns: (Column, Column, Column, Column)) -> Column {
    switch index {
    case 0: columns.0
    case 1: columns.1
    case 2: columns.2
    case 3: columns.3
    default: preconditionFailure("a matrix has no column \(index)")
    }
}

/// Puts another one in the place of one of four columns.
@inlinable
func setElement<Column>(_ index: Int, of columns: inout (Column, Column, Column, Column), to new: Column) {
    switch index {
    case 0: columns.0 = new
    case 1: columns.1 = new
    case 2: columns.2 = new
    case 3: columns.3 = new
    default: preconditionFailure("a matrix has no column \(index)")
    }
}
