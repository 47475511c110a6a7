import type { NounTexts } from '#i18n'
import type { ComponentType } from 'react'
import type { ResourcePages } from './resource/resource-pages.ts'

/** The parts of the home of the administration, in the order of the work: from an order to the system itself. */
export const HOME_GROUPS = ['sell', 'install', 'keep', 'people', 'publish', 'system'] as const
export type HomeGroup = (typeof HOME_GROUPS)[number]

/** The parts of a noun that are loaded before its pages: the export of its `index.ts`. */
export interface Noun {
  /** In the plural, as in `orders`: its folder, its pages and the namespace of its texts, `noun-orders`. */
  readonly name: string
  /** In the singular: what its entries in the audit log begin with. */
  readonly noun: string
  /** One of `#ui/icons/areas.tsx`. */
  readonly icon: string
  /** The part of the home of the administration that shows its card. */
  readonly group: HomeGroup
  /** The text on its card on the home of the administration, where that is not its title. */
  readonly card?: string
  /** The noun whose card on the home of the administration leads here too. */
  readonly partOf?: string
  /** Its pages besides: the path below its own, the key of its title, and the page. */
  readonly more?: readonly {
    readonly path: string
    readonly title: string
    readonly load: () => Promise<ComponentType>
  }[]
  readonly pages: () => Promise<{ readonly default: ResourcePages }>
  readonly texts: NounTexts
}
