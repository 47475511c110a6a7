/** The pages of a noun that is filled in on site: its list, beginning one at a local, and its editor. */
import type { ResourceColumn, Translate } from '#ui'
import type { ComponentType } from 'react'
import { resourceList } from '../resource/list-page.tsx'
import { changedColumn } from '../resource/pages.tsx'
import type { ResourcePages } from '../resource/resource-pages.ts'
import { KeptNotice } from './kept-notice.tsx'
import { type PlaceLists, placeName, usePlaceLists } from './place-fields.tsx'
import { type SiteEntity, type SitePages, sitePages } from './site-pages.tsx'

interface SiteNoun<Entity extends SiteEntity> extends SitePages<Entity> {
  readonly icon: ComponentType<{ size?: number }>
  /** Between where it is and when it was changed. */
  readonly columns: (t: Translate) => readonly ResourceColumn<Entity>[]
}

export function siteNoun<Entity extends SiteEntity>({ icon, columns, ...shape }: SiteNoun<Entity>): ResourcePages {
  const { stated } = shape
  const { name, path, words, label, machine } = stated
  const ListPage = resourceList<Entity, PlaceLists>({
    name,
    path,
    words: words as `${string}:`,
    icon,
    label,
    machine,
    collection: (api) => api.entries(path),
    top: () => <KeptNotice noun={name} path={path} />,
    columns: (t, lists) => [
      { attr: 'name', label: t('admin:name'), value: label },
      { attr: 'local', label: t('admin:site.local'), isLong: true, value: (one) => placeName(lists, one) },
      ...columns(t),
      changedColumn(t),
    ],
    useLists: usePlaceLists,
  })
  return { ListPage, ...sitePages<Entity>(shape) }
}
