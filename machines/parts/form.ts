import { assign, type ActionFunction, type EventObject, type MachineContext } from 'xstate'
import type { Move } from '#contract/location'
import type { Refusal } from '#contract/refusal'

type FormAction<Context extends MachineContext, Event extends EventObject, Params> = ActionFunction<
  Context,
  Event,
  Event,
  Params,
  never,
  never,
  never,
  never,
  never
>

/** The touched fields with one more: the field that was touched last is the last. */
export const withTouched = <Field extends string>(touched: readonly Field[], field: Field): Field[] => [
  ...touched.filter(one => one !== field),
  field,
]

/** Adds a field to `touched`: the fields that were typed in or lost focus, whose errors are visible. */
export const touch = <
  Context extends MachineContext & { touched: Field[] },
  Event extends EventObject,
  Field extends string,
>(): FormAction<Context, Event, Field> =>
  assign<Context, Event, Field, Event, never>(
    ({ context }, field) => ({ touched: withTouched(context.touched, field) }) as Partial<Context>,
  )

/** Stores and clears `refusal`: why the gateway refused the last submission. */
export const refusalActions = <
  Context extends MachineContext & { refusal: Refusal | null },
  Event extends EventObject,
>(): {
  storeRefusal: FormAction<Context, Event, Refusal>
  clearRefusal: FormAction<Context, Event, undefined>
} => ({
  storeRefusal: assign<Context, Event, Refusal, Event, never>((_, refusal) => ({ refusal }) as Partial<Context>),
  clearRefusal: assign<Context, Event, undefined, Event, never>(() => ({ refusal: null }) as Partial<Context>),
})

/** Clears `refusal` when the page is opened. It is still shown after a reload or going back. */
export const clearRefusalUnlessGoingBack = <
  Context extends MachineContext & { refusal: Refusal | null },
  Event extends EventObject,
>(): FormAction<Context, Event, Move> =>
  assign<Context, Event, Move, Event, never>(
    ({ context }, move) => ({ refusal: move === 'POP' ? context.refusal : null }) as Partial<Context>,
  )

/** The states of a form. Before the first submission only the errors of touched fields are visible, after it all are. */
export const submissionStates = {
  unsubmitted: { description: 'The errors of touched fields are visible' },
  submitted: { description: 'Submission was tried: all errors are visible' },
} as const
