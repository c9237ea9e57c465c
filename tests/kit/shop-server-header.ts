/** The header of requests that a test shop answers with the built document, so that the page is rendered in the browser. */
export const renderInBrowser = 'x-drawn-in-browser'
