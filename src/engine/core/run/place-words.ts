import type { Places } from '#domain/basis'

/** Texts that name what is compared: `app:stores.*` and `app:rooms.*` have each of them. */
export type PlaceText = 'label' | 'count' | 'sides' | 'same' | 'mixed' | 'none' | 'more' | 'name' | 'comparedOf'

/** The key of a text about what is compared, in its own noun: an answer says itself what it is of. */
export const placeText = (places: Places | undefined, text: PlaceText): string =>
  places === 'rooms' ? `app:rooms.${text}` : `app:stores.${text}`
