/** Where the links of a widget lead, looked up: what is not there is found before a reader is. */
import { hostOf, LINK_PAGES } from '#domain/link-targets'
import type { Link, Widget } from '#schemas/generated/layout.ts'
import type { Issue, WidgetDeclaration } from '../../../types.ts'
import { issue } from '../../document/issue.ts'
import type { LinkModel, LinkTarget, LinkValue } from '../../document/model.ts'
import { join, own } from '../../document/pointer.ts'
import { suggest } from '../../document/suggest.ts'
import { parseReference } from '../../params/references.ts'
import { withDollar, withoutDollar, type ParamTable } from './params.ts'
import { near, type QueryTable } from './queries.ts'

export interface LinkContext {
  readonly params: ParamTable
  readonly queries: QueryTable
  readonly tabs: readonly string[]
  /** Of this document. */
  readonly own: string | undefined
  /** Ids of dashboards; undefined where they are unknown, and not checked. */
  readonly dashboards: ReadonlySet<string> | undefined
  /** Hosts that an address may name. */
  readonly hosts: readonly string[]
}

interface Found {
  readonly links: Readonly<Record<string, LinkModel>>
  readonly wrong: readonly Issue[]
  readonly hints: readonly Issue[]
}

const EVENT = '$event.'

export function resolveLinks(
  id: string,
  { links = {}, options }: Widget,
  definition: WidgetDeclaration,
  section: string | undefined,
  context: LinkContext,
): Found {
  const found: Record<string, LinkModel> = {}
  const wrong: Issue[] = []
  const hints: Issue[] = []
  const isText = definition.category === 'text'
  for (const [name, link] of Object.entries(links)) {
    const pointer = `${join('widgets', id)}/links${join(name)}`
    const event = Object.hasOwn(definition.emits ?? {}, name) ? definition.emits?.[name] : undefined
    const fields = event && Object.keys(event)
    if (name !== 'title' && !isText && fields === undefined)
      wrong.push(issue('WIDGET_EVENT_UNKNOWN', pointer, { type: definition.type, event: name }))
    const to = targetOf(link, pointer, context, wrong, hints)
    const params = paramsOf({ name, fields: fields ?? [], isHere: to !== undefined && isHere(to) }, link, {
      section,
      pointer: `${pointer}/params`,
      context,
      wrong,
    })
    if (to !== undefined) found[name] = { to, params }
  }
  for (const [, name = ''] of isText ? textIn(options).matchAll(/\]\(link:([a-zA-Z][\w-]*)\)/g) : [])
    if (!Object.hasOwn(links, name))
      hints.push(issue('LINK_NAME_UNKNOWN', `${join('widgets', id)}/options/markdown`, { name }))
  return { links: found, wrong, hints }
}

const textIn = (options: unknown): string => {
  const text = own(options, 'markdown')
  return typeof text === 'string' ? text : ''
}

const isHere = (to: LinkTarget): to is { readonly tab: string } => 'tab' in to && !('dashboard' in to)

function targetOf(
  { dashboard, tab, page, address }: Link,
  pointer: string,
  { tabs, own: ownId, dashboards, hosts }: LinkContext,
  wrong: Issue[],
  hints: Issue[],
): LinkTarget | undefined {
  const named = [dashboard, page, address].filter((one) => one !== undefined).length
  if (
    named > 1 ||
    (named === 0 && tab === undefined) ||
    (tab !== undefined && named === 1 && dashboard === undefined)
  ) {
    wrong.push(issue('LINK_TARGET_INVALID', pointer))
    return undefined
  }
  if (page !== undefined) {
    const meant = suggest(page, LINK_PAGES)
    const at = `${pointer}/page`
    if (!LINK_PAGES.includes(page))
      wrong.push(
        issue(
          'LINK_PAGE_UNKNOWN',
          at,
          { page, expected: LINK_PAGES.join(', ') },
          meant === undefined ? {} : { fix: [{ op: 'replace', path: at, value: meant }] },
        ),
      )
    return { page }
  }
  if (address !== undefined) {
    const host = hostOf(address)
    if (host === undefined || !hosts.includes(host))
      wrong.push(
        issue('LINK_HOST_NOT_ALLOWED', `${pointer}/address`, {
          address,
          hosts: hosts.length === 0 ? '-' : hosts.join(', '),
        }),
      )
    return { address }
  }
  if (dashboard !== undefined) {
    if (dashboards?.has(dashboard) === false)
      hints.push(near('LINK_DASHBOARD_UNKNOWN', `${pointer}/dashboard`, { id: dashboard }, dashboard, dashboards))
    // Of another dashboard the tabs are not known here.
    if (tab !== undefined && dashboard === ownId && !tabs.includes(tab))
      wrong.push(near('REFERENCE_UNKNOWN_TAB', `${pointer}/tab`, { id: tab }, tab, tabs))
    return { dashboard, ...(tab !== undefined && { tab }) }
  }
  if (tab === undefined) return undefined
  if (!tabs.includes(tab)) wrong.push(near('REFERENCE_UNKNOWN_TAB', `${pointer}/tab`, { id: tab }, tab, tabs))
  return { tab }
}

interface Place {
  readonly section: string | undefined
  readonly pointer: string
  readonly context: LinkContext
  readonly wrong: Issue[]
}

function paramsOf(
  of: { readonly name: string; readonly fields: readonly string[]; readonly isHere: boolean },
  { params: written = {} }: Link,
  { section, pointer, context: { params, queries }, wrong }: Place,
): Record<string, LinkValue> {
  const values: Record<string, LinkValue> = {}
  for (const [key, raw] of Object.entries(written)) {
    const place = pointer + join(key)
    let to = key
    if (of.isHere) {
      const own = params.resolve({ param: key, path: [] }, key, section, place, withoutDollar)
      if (own.issue !== undefined) wrong.push(own.issue)
      to = own.key ?? key
    }
    if (typeof raw === 'string' && raw.startsWith(EVENT)) {
      const field = raw.slice(EVENT.length)
      if (!of.fields.includes(field)) wrong.push(issue('WIDGET_EVENT_FIELD_UNKNOWN', place, { event: of.name, field }))
      values[to] = { field }
    } else if (typeof raw === 'string' && raw.startsWith('$')) {
      const ref = parseReference(raw)
      const found = params.resolve(ref, raw, section, place, withDollar)
      if (found.issue !== undefined) wrong.push(found.issue)
      if (found.key === undefined) continue
      wrong.push(...queries.paramCauses(found.key))
      values[to] = { ref: { param: found.key, path: ref?.path ?? [] } }
    } else values[to] = { literal: raw }
  }
  return values
}
