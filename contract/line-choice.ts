import { enums, nullable, optional, size, string, type, type Struct } from 'superstruct'
import { cartLine, cartLineChange } from './cart.ts'
import { one, write } from './route.ts'
import { longestNote, substitutions } from './substitution.ts'

/** Of an order and of lines; absent or null on a line that has no choice of its own. */
export const optionalSubstitution = optional(nullable(enums(substitutions)))

/** A note for the packer, as it was typed. */
export const noteText: Struct<string, null> = size(string(), 0, longestNote)

/** The choices of a line. */
export const lineChoice = type({ substitution: optionalSubstitution, note: optional(nullable(noteText)) })

/** PUT /cart/{id} as the gateway accepts it: a choice that is absent stays as it is. */
export const changeLineRoute = write(
  'PUT',
  '/cart/{id}',
  type({ ...cartLineChange.schema, ...lineChoice.schema }),
  one(cartLine),
)
