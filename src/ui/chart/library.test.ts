import { format } from 'echarts/core'
import { expect, test, vi } from 'vitest'
import './library.ts'

test.each([
  ['420 12px "Inter Variable", sans-serif', 12],
  ['bold 15.5px sans-serif', 15.5],
])('a line in %s is as high as its font, on every machine', (font, height) => {
  // A browser without a font for the sample, whose stand-in is narrower.
  const getContext = () => ({ measureText: (text: string) => ({ width: 5 * text.length }) })
  vi.stubGlobal('document', { createElement: () => ({ getContext }) })
  expect(format.getTextRect('Gran Vía', font)).toMatchObject({ width: 40, height })
  vi.unstubAllGlobals()
})
