package source

// LayoutTypes are those that editors may write.
var LayoutTypes = layoutTypes
