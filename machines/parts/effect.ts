import { fromPromise, type PromiseActorLogic } from 'xstate'

/**
 * The stub of an effect: a named request to the world outside the machines. The stub never settles; `src/effects` provides
 * the real one, which resolves with JSON and rejects with a `Refusal` of the contract, never with an Error.
 *
 * @param _name - its name in diagrams and journals
 */
export const effect = <Out, In = void>(_name: string): PromiseActorLogic<Out, In> =>
  fromPromise<Out, In>(() => new Promise<Out>(() => {}))
