import type { AnyActorLogic, DoneActorEvent, InputFrom, MachineContext, OutputFrom } from 'xstate'
import { answerIn, type Answer } from './lookup.ts'

export interface ResourceOptions<Src, Store, Retry, Context, Input> {
  /** The actor that reads the resource. The invocation has the same id. */
  src: Src
  /** The action that stores the resource. Its parameter is the resource. */
  store: Store
  /** The event that reads the resource again after a failure. */
  retry: Retry
  /** The input of the actor; `null` without one. */
  input: Input | ((args: { context: Context }) => Input)
}

export type Actors = Record<string, AnyActorLogic>
type AnswerTo<Logic> = OutputFrom<Logic> extends Answer<infer Out> ? Out : never

export const reading = { description: 'The resource is being read', tags: 'busy' } as const
export const ready = { description: 'The resource was read' } as const
export const unreachable = <Retry extends string>(retry: Retry) => ({
  description: 'The resource could not be read',
  on: { [retry]: 'reading' } as Record<Retry, 'reading'>,
})

/**
 * The states `reading`, `ready` and `unreachable` of a resource that is read by a lookup. A lookup never fails: its output
 * holds the answer or a refusal. The machine has the guard `isAnswer`.
 */
export const lookupStates =
  <Context extends MachineContext, Sources extends Actors>() =>
  <const Src extends keyof Sources & string, const Store extends string, const Retry extends string>({
    src,
    store,
    retry,
    input,
  }: ResourceOptions<Src, Store, Retry, Context, InputFrom<Sources[Src]>>) => {
    type Out = AnswerTo<Sources[Src]>
    const outputOf = ({ event }: { event: DoneActorEvent<Answer<Out>> }) => event.output
    return {
      reading: {
        ...reading,
        invoke: {
          id: src,
          src,
          input,
          onDone: [
            {
              guard: { type: 'isAnswer', params: outputOf },
              target: 'ready',
              actions: {
                type: store,
                params: (args: { event: DoneActorEvent<Answer<Out>> }) => answerIn(outputOf(args)),
              },
            },
            { target: 'unreachable' },
          ],
        },
      },
      ready,
      unreachable: unreachable(retry),
    } as const
  }
