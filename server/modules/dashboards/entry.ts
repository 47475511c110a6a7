/** A dashboard as lists show it to one reader. */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import type { BuiltIn } from './built-in.ts'
import { readWords } from './head.ts'
import type { DashboardMark } from './mark-repo.ts'
import type { StoredDashboard } from './stored.ts'
import type { Who } from './finder.ts'

/** The caller's own marks of dashboards. */
export interface Own {
  readonly drafts: ReadonlySet<string>
  readonly marks: ReadonlyMap<string, DashboardMark>
}
export const NOTHING_OWN: Own = { drafts: new Set(), marks: new Map() }
const markOf = (marks: Own['marks'], id: string) => ({
  starred: (marks.get(id)?.starredAt ?? null) !== null,
  openedAt: marks.get(id)?.openedAt ?? null,
})

/** @param edits the caller may change it */
export function entryOf(who: Who, stored: StoredDashboard, { drafts, marks }: Own, edits: boolean): Dashboard {
  const {
    id,
    names,
    descriptions,
    flags,
    audience,
    owner,
    ownerName,
    revision,
    basedOn,
    updatedAt,
    updatedBy,
    folder,
    folderId,
    tags,
    preview,
  } = stored
  const { lang } = who.user.properties
  return {
    id,
    name: readWords(names, lang, id),
    description: readWords(descriptions, lang, ''),
    flags: [...flags],
    owner,
    // Whom else it is for is the business of those who may change that.
    audience: edits ? { to: audience.to, ids: [...audience.ids] } : { to: audience.to, ids: [] },
    ownerName: edits ? ownerName : null,
    revision,
    published: revision > 0,
    builtIn: false,
    provisioned: false,
    basedOn,
    updatedAt,
    updatedBy: edits ? updatedBy : null,
    draft: drafts.has(id),
    mayEdit: edits,
    folder,
    inSharedFolder: folderId !== null,
    tags: [...tags],
    preview,
    ...markOf(marks, id),
  }
}

export const shippedEntry = (
  { user }: Who,
  { id, flags, descriptions, name, preview, isProvisioned }: BuiltIn,
  { marks }: Own,
): Dashboard => ({
  id,
  name: name(user.properties.lang),
  description: readWords(descriptions, user.properties.lang, ''),
  flags: [...flags],
  audience: { to: 'everyone', ids: [] },
  owner: null,
  ownerName: null,
  revision: 1,
  published: true,
  builtIn: true,
  provisioned: isProvisioned,
  basedOn: null,
  updatedAt: null,
  updatedBy: null,
  draft: false,
  mayEdit: false,
  folder: null,
  inSharedFolder: false,
  tags: [],
  preview,
  ...markOf(marks, id),
})
