import {
  sendParent,
  type ActionFunction,
  type EventObject,
  type MachineContext,
  type ParameterizedObject,
  type SendExpr,
} from 'xstate'

/** A `sendParent` that accepts only the events of one parent. */
export type TellParent<ParentEvent extends EventObject> = <
  Context extends MachineContext,
  ExpressionEvent extends EventObject,
  Params extends ParameterizedObject['params'] | undefined,
  OwnEvent extends EventObject,
>(
  event: ParentEvent | SendExpr<Context, ExpressionEvent, Params, ParentEvent, OwnEvent>,
) => ActionFunction<Context, ExpressionEvent, OwnEvent, Params, never, never, never, never, never>

/**
 * The action creator with which a machine reports to its parent. A misspelt event type or payload does not compile.
 *
 * @typeParam ParentEvent - the events that the parent handles
 */
export const tellParent = <ParentEvent extends EventObject>(): TellParent<ParentEvent> => sendParent
