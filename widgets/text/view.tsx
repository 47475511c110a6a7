import type { WidgetViewProps } from '#engine/types'
import { MarkdownViewer } from '#ui'
import css from './text.module.css'
import type { TextOptions } from './generated/options.ts'

export { project } from './model.ts'

export default function Text({ projection, size, context, links }: WidgetViewProps<TextOptions>) {
  const markdown = String(projection.rows[0]?.[0] ?? '')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll it
    <section
      className={css.text}
      style={{ height: size.height }}
      data-grows
      tabIndex={0}
      aria-label={context.t('description')}
    >
      {markdown.trim() === '' ? (
        <p className={css.empty}>{context.t('empty')}</p>
      ) : (
        <MarkdownViewer markdown={markdown} links={links} />
      )}
    </section>
  )
}
