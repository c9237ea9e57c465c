/** A way to break the shop: a text that stands once in a file, and what stands there instead. */
export interface Mutant {
  file: string
  text: string
  instead: string
  /** What a shopper would find. */
  breaks: string
}

/** A chart that does something else. */
export interface ChartMutant extends Mutant {
  chart: string
}

/** A page that shows or says something else than its chart. */
export interface PageMutant extends Mutant {
  /** The chart whose walk on the page has to notice, and the part of it: 'its order'. */
  chart: string
  walk: string
}
