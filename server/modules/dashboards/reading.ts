import type { DashboardDocument } from '#schemas/generated/entities/dashboard-document.ts'
import type { DashboardEntry } from '#schemas/generated/entities/dashboard-entry.ts'
import type { DashboardRevisionText } from '#schemas/generated/entities/dashboard-revision-text.ts'
import type { DashboardRevision } from '#schemas/generated/entities/dashboard-revision.ts'
import type { DashboardView } from '#schemas/generated/entities/dashboard-view.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { readDocument } from './check.ts'
import { readWords } from './head.ts'
import { previewOf } from './preview.ts'
import type { StoredDashboard } from './stored.ts'
import { entryOf, shippedEntry } from './entry.ts'
import type { Own } from './entry.ts'
import { notFound } from './finder.ts'
import type { DashboardFinder, DashboardParts, Who } from './finder.ts'

/** Reads of dashboards: lists, documents and their history. */
export function dashboardReading(
  { catalog, builtIn, linkHosts }: Pick<DashboardParts, 'catalog' | 'builtIn' | 'linkHosts'>,
  finder: DashboardFinder,
) {
  const { shipped, mayOpen, mayEdit, mayKnow, known, editable, revisionOf, today } = finder

  async function ownOf({ scope }: Who): Promise<Own> {
    const [drafts, marks] = await Promise.all([catalog.dashboardDrafts.ids(scope), catalog.dashboardMarks.all(scope)])
    return { drafts, marks }
  }

  /** With the preview of each: those published before previews were kept get theirs from their document, once. */
  async function withPreviews({ scope }: Who, all: readonly StoredDashboard[]): Promise<StoredDashboard[]> {
    const texts = await catalog.dashboards.newestTexts(
      scope,
      all.filter(({ preview }) => preview.length === 0).map(({ id }) => id),
    )
    const made = await Promise.all(
      all.map(async (one): Promise<StoredDashboard> => {
        const text = texts.get(one.id)
        return text === undefined ? one : { ...one, preview: previewOf((await readDocument(text, linkHosts)).document) }
      }),
    )
    const found = made.filter(({ id, preview }) => texts.has(id) && preview.length > 0)
    if (found.length > 0) await catalog.transaction(({ dashboards }) => dashboards.keepPreviews(scope, found))
    return made
  }

  async function documentOf(who: Who, id: string): Promise<DashboardDocument> {
    const stored = await known(who, id)
    const { text, unfit } = today(stored, await revisionOf(who, id, stored.revision))
    const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
    return {
      entry: entry(who, stored, await ownOf(who)),
      revision: stored.revision,
      text,
      unfit: mayEdit(who, stored)
        ? unfit.map(({ path, before, after }) => ({ path, before: json(before), after: json(after) }))
        : [],
    }
  }

  const entry = (who: Who, stored: StoredDashboard, own: Own) => entryOf(who, stored, own, mayEdit(who, stored))

  return {
    documentOf,
    entryFor: async (who: Who, id: string): Promise<Dashboard> => entry(who, await known(who, id), await ownOf(who)),

    /** Dashboards that the caller owns, may copy, or may open, by name. */
    async list(who: Who): Promise<Dashboard[]> {
      const [stored, own] = await Promise.all([catalog.dashboards.list(who.scope, 'maker'), ownOf(who)])
      const made = await withPreviews(
        who,
        stored.filter((one) => mayKnow(who, one)),
      )
      const entries = [
        ...builtIn()
          .filter((one) => mayOpen(who, one))
          .map((one) => shippedEntry(who, one, own)),
        ...made.map((one) => entry(who, one, own)),
      ]
      const { compare } = new Intl.Collator(who.user.properties.lang, { numeric: true })
      return entries.toSorted((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
    },

    /** Dashboards that the caller may open: built-in ones first, then those of people, by name. */
    async readable(who: Who): Promise<DashboardEntry[]> {
      const { lang } = who.user.properties
      const stored = (await catalog.dashboards.list(who.scope, 'reader')).filter((one) => mayOpen(who, one))
      const made = stored.map(({ id, names, flags }) => ({
        id,
        name: readWords(names, lang, id),
        flag: flags[0] ?? null,
      }))
      return [
        ...builtIn()
          .filter((one) => mayOpen(who, one))
          .map(({ id, flag, name }) => ({ id, name: name(lang), flag })),
        ...made.toSorted((a, b) => a.name.localeCompare(b.name, lang)),
      ]
    },

    /** Throws DASHBOARD_NOT_FOUND, also for what is not published. */
    async view(who: Who, id: string): Promise<DashboardView> {
      const one = shipped(id)
      if (one !== undefined) {
        if (!mayOpen(who, one)) throw notFound()
        return { entry: { id, name: one.name(who.user.properties.lang), flag: one.flag }, text: one.text }
      }
      const stored = await known(who, id)
      if (stored.revision === 0 || !mayOpen(who, stored)) throw notFound()
      const { text } = today(stored, await revisionOf(who, id, stored.revision))
      return {
        entry: { id, name: readWords(stored.names, who.user.properties.lang, id), flag: stored.flags[0] ?? null },
        text,
      }
    },

    /** Throws DASHBOARD_NOT_FOUND. */
    async find(who: Who, id: string): Promise<DashboardDocument> {
      const one = shipped(id)
      if (one === undefined) return documentOf(who, id)
      if (!mayOpen(who, one)) throw notFound()
      return { entry: shippedEntry(who, one, await ownOf(who)), revision: 1, text: one.text, unfit: [] }
    },

    /** The newest first. Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY. */
    async revisions(who: Who, id: string): Promise<DashboardRevision[]> {
      await editable(who, id)
      return catalog.dashboards.revisions(who.scope, id)
    },

    /** Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY, DASHBOARD_REVISION_NOT_FOUND. */
    async revision(who: Who, id: string, number: number): Promise<DashboardRevisionText> {
      await editable(who, id)
      return { number, text: (await revisionOf(who, id, number)).text }
    },
  }
}

export type DashboardReading = ReturnType<typeof dashboardReading>
