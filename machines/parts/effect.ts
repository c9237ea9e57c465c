import { fromPromise, type PromiseActorLogic } from 'xstate'

/**
 * A named place where a chart touches the world. The stub never answers; `src/effects` provides the real one.
 * A real effect answers JSON, and rejects with a `Refusal` of the contract, never with an Error.
 *
 * @param _name - what diagrams and journals call it
 */
export const effect = <Out, In = void>(_name: string): PromiseActorLogic<Out, In> =>
  fromPromise<Out, In>(() => new Promise<Out>(() => {}))
