/** Finds dashboards by their content, among those that the caller may know. */
import type { DashboardFound } from '#schemas/generated/entities/dashboard-found.ts'
import { createBreath } from '../../lib/breathe.ts'
import { contentsOf, placesOf } from './contents.ts'
import type { DashboardFinder, DashboardParts, Who } from './finder.ts'

/** Contents of so many documents are kept: a person who types asks for the same ones with each letter. */
const KEPT = 500

export function searching({ catalog, builtIn }: Pick<DashboardParts, 'catalog' | 'builtIn'>, finder: DashboardFinder) {
  const { mayOpen, mayKnow } = finder
  const known = new Map<string, readonly string[]>()
  function contents(key: string, text: string, lang: string): readonly string[] {
    const found = known.get(key) ?? contentsOf(text, lang)
    known.delete(key)
    known.set(key, found)
    for (const oldest of known.keys()) {
      if (known.size <= KEPT) break
      known.delete(oldest)
    }
    return found
  }

  return async function search(who: Who, text: string): Promise<DashboardFound[]> {
    const { lang } = who.user.properties
    const stored = (await catalog.dashboards.list(who.scope, 'maker')).filter((one) => mayKnow(who, one))
    const keyOf = ({ id, revision }: { readonly id: string; readonly revision: number }) => `${id} ${revision} ${lang}`
    const texts = await catalog.dashboards.newestTexts(
      who.scope,
      stored.filter((one) => !known.has(keyOf(one))).map(({ id }) => id),
    )
    const breathe = createBreath()
    const found: DashboardFound[] = []
    const add = (id: string, key: string, document: string) => {
      const where = placesOf(contents(key, document, lang), text)
      if (where !== undefined) found.push({ id, where })
    }
    for (const one of builtIn().filter((shipped) => mayOpen(who, shipped))) {
      add(one.id, `${one.id} ${one.hash} ${lang}`, one.text)
      await breathe()
    }
    for (const one of stored) {
      add(one.id, keyOf(one), texts.get(one.id) ?? '')
      await breathe()
    }
    return found
  }
}
