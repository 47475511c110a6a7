import { useUi } from '#ui'
import type { DocsScreen } from './entries.ts'
import css from './docs.module.css'

export function Screens({ screens }: { screens: readonly DocsScreen[] }) {
  const { t } = useUi()
  return (
    <>
      {screens.map(({ id, title, href, parts }) => (
        <article key={id} id={`screen-${id}`}>
          <h3>{href === undefined ? title : <a href={href}>{title}</a>}</h3>
          <p>{t(`docs:screen.${id}`)}</p>
          {parts.length > 0 && (
            <dl className={css.widgets}>
              {parts.map((part) => (
                <div key={part.title}>
                  <dt>{part.title}</dt>
                  <dd>{part.text}</dd>
                </div>
              ))}
            </dl>
          )}
        </article>
      ))}
    </>
  )
}
