/** Typeface and weight of texts on canvases, as `--font-sans` and the weights of app/tokens.css. */
export const TYPEFACE = '"Inter Variable", "Inter fallback", system-ui, sans-serif'
export const SEMIBOLD = 580
