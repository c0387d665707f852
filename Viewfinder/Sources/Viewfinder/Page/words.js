// The sentences of the page's language that are not as their keys: a format each, or one for each category of numbers. The server puts
// them here, from the String Catalog that the page shares with the app.

export const words = {{words}};
