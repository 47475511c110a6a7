import { paintDrawing } from './drawing.ts'
import { PICTURE_SCALE, pictureOf } from './picture.ts'

interface DonutPicture extends Pick<Parameters<typeof pictureOf>[0], 'title' | 'theme' | 'keys'> {
  readonly width: number
  readonly diameter: number
  /** In the middle of the ring. */
  readonly total: string
  readonly totalLabel: string | undefined
}

/** The ring as it is drawn in `root`, with the total in its middle and its keys below. */
export const donutPicture = (
  root: HTMLElement,
  { title, theme, keys, width, diameter, total, totalLabel }: DonutPicture,
) =>
  pictureOf({
    title,
    theme,
    keys,
    width: Math.max(320, width),
    height: diameter + 8,
    draw: (context) => {
      context.translate((Math.max(320, width) - diameter) / 2, 4)
      const drawing = root.querySelector<HTMLElement>('[data-drawing]')
      if (drawing) paintDrawing(drawing, context, PICTURE_SCALE)
      context.translate(diameter / 2, diameter / 2)
      context.fillStyle = theme.text
      context.textAlign = 'center'
      context.font = `640 18px ${theme.font}`
      context.fillText(total, 0, totalLabel === undefined ? 0 : -8)
      context.fillStyle = theme.muted
      context.font = `400 ${theme.fontSize}px ${theme.font}`
      if (totalLabel !== undefined) context.fillText(totalLabel, 0, 12)
    },
  })
