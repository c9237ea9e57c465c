/** A fault to put into the source: a text that occurs once in a file, and its replacement. */
export interface Mutant {
  /** What has to notice it: the model of a machine, the walk of a model on the page, or the fuzzer. */
  by: 'model' | 'walk' | 'fuzz'
  file: string
  text: string
  instead: string
  /** What a shopper would find. */
  breaks: string
}

/** A fault in a machine. */
export interface ModelMutant extends Mutant {
  by: 'model'
  machine: string
}

/** A page that shows or says something else than its machine. */
export interface WalkMutant extends Mutant {
  by: 'walk'
  /** The machine whose walk on the page has to notice, and the part of it: 'its order'. */
  machine: string
  walk: string
}

/** A fault that takes a run of events, faults and reloads to show. */
export interface FuzzMutant extends Mutant {
  by: 'fuzz'
}
