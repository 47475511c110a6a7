/** Where a widget leads: from its title, from each of its events, and from the names in a text. */
import { isRecord, own } from '#engine/core/document/pointer'
import type { WidgetDefinition } from '#engine/types'
import { Place } from './parts/place.tsx'
import css from './panels.module.css'
import { LinkRule } from './link-rule.tsx'

export function LinksEditor({
  widget,
  links,
  definition,
  markdown,
}: {
  widget: string
  links: unknown
  definition: WidgetDefinition<never>
  /** The text whose links have names. */
  markdown: string
}) {
  const named = [...markdown.matchAll(/\]\(link:([a-zA-Z][\w-]*)\)/g)].map(([, name = '']) => name)
  const written = isRecord(links) ? Object.keys(links) : []
  const events = Object.keys(definition.emits ?? {})
  const names = [...new Set(['title', ...events, ...named, ...written])]
  return (
    <div className={css.stack}>
      {names.map((name) => (
        <Place key={name} path={['widgets', widget, 'links', name]}>
          <LinkRule
            widget={widget}
            name={name}
            rule={own(links, name)}
            fields={Object.keys(definition.emits?.[name] ?? {})}
          />
        </Place>
      ))}
    </div>
  )
}
