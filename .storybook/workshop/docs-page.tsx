/**
 * The Docs page of every component: a widget's is its reference, made from its folder; any other is Storybook's own.
 * The first story of a file is whichever comes first in the alphabet, so the one that is drawn is named.
 */
import {
  Canvas,
  Controls,
  Description,
  Primary,
  Stories,
  Subtitle,
  Title,
  Unstyled,
  useOf,
} from '@storybook/addon-docs/blocks'
import { Code, Part } from './parts.tsx'
import { widgetReferences } from './references.ts'
import { WidgetHead, WidgetParts } from './widget-page.tsx'
import css from './workshop.module.css'

export function WorkshopDocs() {
  const { csfFile, preparedMeta } = useOf('meta', ['meta'])
  const widget = widgetReferences.find(({ type }) => preparedMeta.title === `Widgets/${type}`)
  if (widget === undefined)
    return (
      <>
        <Title />
        <Subtitle />
        <Description />
        <Primary />
        <Controls />
        <Stories />
      </>
    )
  return (
    <>
      <Unstyled className={css.docs}>
        <WidgetHead widget={widget} />
        <Part
          title="As it looks"
          note={
            <>
              Drawn with its <Code>example.json</Code>.
            </>
          }
        />
      </Unstyled>
      <Canvas of={csfFile.moduleExports.Ready} withToolbar={false} sourceState="none" />
      <Unstyled className={css.docs}>
        <WidgetParts widget={widget} />
      </Unstyled>
      <Stories title="Every state" />
    </>
  )
}
