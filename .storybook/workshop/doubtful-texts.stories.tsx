/** Which texts are looked at for their contrast: all but those that plainly can be read. Not a page of the workshop. */
import { expect } from 'storybook/test'
import { doubtfulTexts } from '../doubtful-texts.ts'

export default {
  title: 'Workshop/Doubtful texts',
  tags: ['!dev', '!autodocs'],
  parameters: { a11y: { disable: true } },
}

const white = { background: '#fff' }

/** Each is hard to read for a different reason. */
const DOUBTFUL = {
  pale: <p style={{ ...white, color: '#aaa' }}>pale</p>,
  translucent: <p style={{ ...white, color: 'rgb(0 0 0 / 0.3)' }}>translucent</p>,
  mixed: <p style={{ ...white, color: 'color-mix(in oklab, white 70%, black)' }}>mixed</p>,
  'on a mixed ground': (
    <p style={{ color: '#777', background: 'color-mix(in oklab, black 30%, transparent)' }}>on a mixed ground</p>
  ),
  faded: (
    <div style={{ opacity: 0.4 }}>
      <p style={{ ...white, color: '#333' }}>faded</p>
    </div>
  ),
  'on a picture': <p style={{ color: '#222', background: 'linear-gradient(#fff, #333)' }}>on a picture</p>,
  'on what lies under it': (
    <div style={{ ...white, position: 'relative', height: 40 }}>
      <div style={{ position: 'absolute', inset: 0, background: '#333' }} />
      <p style={{ position: 'relative', margin: 0, color: '#222' }}>on what lies under it</p>
    </div>
  ),
  'outside of its box': (
    <div style={{ position: 'relative', height: 80, background: '#111' }}>
      <div style={{ ...white, width: 10, height: 10 }}>
        <p style={{ position: 'absolute', top: 40, left: 40, color: '#222' }}>outside of its box</p>
      </div>
    </div>
  ),
  'longer than its box': (
    <div style={{ height: 40, background: '#111' }}>
      <p style={{ ...white, width: 30, color: '#222', whiteSpace: 'nowrap' }}>longer than its box</p>
    </div>
  ),
}

export const Found = {
  render: () => (
    <>
      <p>plain</p>
      <p style={{ color: '#333', background: 'rgb(255 255 255 / 0.9)' }}>plain on a translucent ground</p>
      {Object.entries(DOUBTFUL).map(([name, text]) => (
        <div key={name}>{text}</div>
      ))}
    </>
  ),
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const found = doubtfulTexts(document.body).filter((element) => canvasElement.contains(element))
    await expect(found.map(({ textContent }) => textContent).toSorted()).toEqual(Object.keys(DOUBTFUL).toSorted())
  },
}
