import Testing

@Suite struct AppleNamesTests {}
