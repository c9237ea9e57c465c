/** A browser engine, driven by its own protocol. What tests need of it is small, so that it is the same in every engine. */
export interface Engine {
  /** Such as 'Firefox 140.0'. */
  version: string
  /** Opens a browser without cookies, storage and history. */
  opens(): Promise<EngineBrowser>
  /** Ends the engine's processes. */
  ends(): Promise<void>
}

export interface EngineBrowser {
  /** Opens a tab with an empty page. */
  opensTab(): Promise<Tab>
  /** All open tabs and windows, those that pages opened included. */
  tabs(): Promise<Tab[]>
  /** The errors that pages logged, and those that they did not catch. */
  errors(): Promise<string[]>
  closes(): Promise<void>
}

/** A point of a tab's window in CSS pixels. */
export interface Point {
  x: number
  y: number
}

/** A value that JSON has. */
export type Data = null | boolean | number | string | readonly Data[] | { readonly [name: string]: Data | undefined }

export interface Tab {
  /** Stays the same, and differs from those of other tabs. */
  id: string
  /** Opens a URL, and waits until the document is there; pictures may be missing. */
  goes(url: string): Promise<void>
  reloads(): Promise<void>
  /** Calls a function in the page; the function can't use anything from outside it. */
  runs<Input extends Data, Output extends Data | void>(script: (input: Input) => Output, input: Input): Promise<Output>
  /** Clicks with the mouse. */
  clicks(at: Point): Promise<void>
  /** Types into the focused field. Keys that are not characters have the numbers of WebDriver. @see W3C WebDriver §17.4.2 */
  types(text: string): Promise<void>
  /** Sets the size of the page's area in CSS pixels. */
  resizes(width: number, height: number): Promise<void>
  /** Brings the tab to the front. */
  shows(): Promise<void>
  /** A PNG of what the window shows, in base64. */
  photographs(): Promise<string>
  closes(): Promise<void>
}
