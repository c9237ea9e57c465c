import type { InputFrom, DoneActorEvent, MachineContext, OutputFrom } from 'xstate'
import { reading, ready, unreachable, type Actors, type ResourceOptions } from './resource.ts'

/** The states `reading`, `ready` and `unreachable` of a resource that is read by an effect. */
export const effectStates =
  <Context extends MachineContext, Sources extends Actors>() =>
  <const Src extends keyof Sources & string, const Store extends string, const Retry extends string>({
    src,
    store,
    retry,
    input,
  }: ResourceOptions<Src, Store, Retry, Context, InputFrom<Sources[Src]>>) =>
    ({
      reading: {
        ...reading,
        invoke: {
          id: src,
          src,
          input,
          onDone: {
            target: 'ready',
            actions: {
              type: store,
              params: ({ event }: { event: DoneActorEvent<OutputFrom<Sources[Src]>> }) => event.output,
            },
          },
          onError: 'unreachable',
        },
      },
      ready,
      unreachable: unreachable(retry),
    }) as const
