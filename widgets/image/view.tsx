/** The picture. Its bytes are part of the document, so nothing is fetched and no other server learns who looks. */
import type { WidgetViewProps } from '#engine/types'
import type { ImageOptions } from './generated/options.ts'
import css from './image.module.css'

export { project } from './model.ts'

export default function Picture({ projection, options, size }: WidgetViewProps<ImageOptions>) {
  if (options.picture === '')
    return (
      <p className={css.empty} style={{ height: size.height }}>
        {projection.summary}
      </p>
    )
  return (
    <img
      className={css.picture}
      src={options.picture}
      alt={options.alt}
      style={{ width: size.width, height: size.height, objectFit: options.fit }}
    />
  )
}
