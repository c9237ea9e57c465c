/** A fault in the source: a text that occurs once in a file, and its replacement. */
export interface Mutant {
  /** The check that must detect it: a machine's model, a model's walk on the page, or the fuzzer. */
  by: 'model' | 'walk' | 'fuzz'
  file: string
  text: string
  instead: string
  /** The fault, as its effect for the shopper. */
  breaks: string
  /** Tests of the node project that must detect it instead, since its own check finds it only in much longer runs. */
  tests?: readonly string[]
}

/** A fault in a machine. */
export interface ModelMutant extends Mutant {
  by: 'model'
  machine: string
}

/** A fault in a page: it does not show its machine's state. */
export interface WalkMutant extends Mutant {
  by: 'walk'
  /** The machine whose walk must detect the fault, and the part of the walk, such as 'its order'. */
  machine: string
  walk: string
}

/** A fault that only a sequence of events, faults and reloads reveals. */
export interface FuzzMutant extends Mutant {
  by: 'fuzz'
}
