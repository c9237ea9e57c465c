import type { ComponentType } from 'react'

/** The parts with rows of products of pages of the first load. */
export interface RowParts {
  HomeRows: ComponentType
  RecentlyViewed: ComponentType
}

/** The module that has them, which is not in the first load. `load` is set before the shop is rendered in a browser. */
export const rowParts: { load?: () => Promise<Partial<RowParts>> } = {}

export const loadHomeRows = async (): Promise<ComponentType> => (await rowParts.load!()).HomeRows!
export const loadRecentlyViewed = async (): Promise<ComponentType> => (await rowParts.load!()).RecentlyViewed!
