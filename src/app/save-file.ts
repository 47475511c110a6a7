/** Hands a file to the reader. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun once the click is handled; the address may go with the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** A title as part of a file name, in any language: letters and digits, joined by underscores. */
export const fileNameOf = (title: string): string => title.normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '') || 'aforo'

const HEAD_PX = 44

/** Paints all canvases of a widget into one picture under its title, on the page's own background. */
export async function pictureOf(title: string, from: HTMLElement): Promise<Blob | null> {
  const canvases = [...from.querySelectorAll('canvas')]
  const [first] = canvases
  if (first === undefined) return null
  const frame = from.getBoundingClientRect()
  const scale = first.width / Math.max(1, first.getBoundingClientRect().width)
  const picture = document.createElement('canvas')
  picture.width = Math.round(frame.width * scale)
  picture.height = Math.round((frame.height + HEAD_PX / 2) * scale)
  const paint = picture.getContext('2d')
  if (paint === null) return null
  const style = getComputedStyle(from.querySelector('section') ?? from)
  paint.fillStyle = style.backgroundColor
  paint.fillRect(0, 0, picture.width, picture.height)
  paint.fillStyle = style.color
  paint.font = `600 ${15 * scale}px ${style.fontFamily}`
  paint.fillText(title, 16 * scale, 28 * scale)
  for (const canvas of canvases) {
    const at = canvas.getBoundingClientRect()
    paint.drawImage(canvas, (at.left - frame.left) * scale, (at.top - frame.top + HEAD_PX / 4) * scale, at.width * scale, at.height * scale)
  }
  return new Promise((done) => { picture.toBlob(done, 'image/png') })
}
