import { cardToggle } from '../catalogue/card-toggle.ts'
import { favouritesWith } from '../effects/favourites.ts'
import type { Environment } from '../effects/environment.ts'
import { CornerToggle } from './FavouriteToggle.tsx'
import { startFavourites } from './start-favourites.ts'

export { FavouritesScreen as Screen } from './FavouritesScreen.tsx'

/** The page's machine with its effects. From now on cards have a button that saves their product. */
export const machine = (environment: Environment) => {
  cardToggle.Toggle = CornerToggle
  return favouritesWith(environment)
}

/** Starts the machine for the buttons of other pages. */
export const prefetch = (environment: Environment, _pathname: string, load: (page: 'favourites') => Promise<unknown>) =>
  startFavourites(environment.shop!(), () => load('favourites'))
