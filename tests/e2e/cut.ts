/** Cut-off content of a page: found in the page itself, so that a journey may look at any screen and any width. */
import type { Page } from 'playwright-core'

/** Looks for text that its surroundings cut without saying so; an ellipsis, a title or a scroll bar says so. */
function look(): string[] {
  const EDGE_PX = 2
  const found: string[] = []
  const nameOf = (element: Element) =>
    `${element.closest('[data-widget]')?.getAttribute('data-widget') ?? element.closest('[id]')?.id ?? 'page'}: ` +
    `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 40)}"`
  const inside = (text: DOMRect, box: DOMRect) => ({
    x: Math.max(box.left - text.left, text.right - box.right),
    y: Math.max(box.top - text.top, text.bottom - box.bottom),
  })
  const saysSo = (element: Element, style: CSSStyleDeclaration) =>
    style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' || element.closest('[title]') !== null
  const isHidden = (element: Element) =>
    element.closest('[aria-hidden="true"], [hidden], [inert], .sr-only, option') !== null ||
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  function cutBy(text: DOMRect, from: Element): string | null {
    for (let box: Element | null = from; box !== null && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style.position === 'fixed') return null
      const edges = box.getBoundingClientRect()
      // For readers of the screen only.
      if (edges.width <= 1 || edges.height <= 1 || style.clipPath !== 'none') return null
      const overflow = inside(text, edges)
      if (overflow.x > EDGE_PX && style.overflowX === 'auto') return null
      if (overflow.y > EDGE_PX && style.overflowY === 'auto') return null
      if (overflow.x > EDGE_PX && ['hidden', 'clip'].includes(style.overflowX))
        return saysSo(from, style) || saysSo(from, getComputedStyle(from))
          ? null
          : `${Math.round(overflow.x)} px beside`
      if (overflow.y > EDGE_PX && ['hidden', 'clip'].includes(style.overflowY))
        return saysSo(from, style) ? null : `${Math.round(overflow.y)} px under`
    }
    return null
  }

  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = words.nextNode(); node !== null; node = words.nextNode()) {
    const parent = node.parentElement
    if (
      parent === null ||
      (node.textContent ?? '').trim() === '' ||
      ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(parent.tagName) ||
      isHidden(parent)
    )
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const cut = [...range.getClientRects()].map((rect) => cutBy(rect, parent)).find((one) => one !== null)
    if (cut !== undefined) found.push(`${nameOf(parent)} is cut ${cut}`)
  }
  // Key figures are there to be seen at once; a row of a list is there whole or not at all.
  for (const widget of document.querySelectorAll('[data-widget]')) {
    for (const area of [widget, ...widget.querySelectorAll('*')]) {
      const style = getComputedStyle(area)
      if (!['auto', 'scroll'].includes(style.overflowY) || area.scrollHeight <= area.clientHeight + EDGE_PX) continue
      const bottom = area.getBoundingClientRect().top + area.clientTop + area.clientHeight
      for (const row of area.querySelectorAll('tr, li, [role="row"]')) {
        const box = row.getBoundingClientRect()
        if (box.top < bottom - EDGE_PX && box.bottom > bottom + EDGE_PX)
          found.push(
            `${nameOf(row)} is half a row: ${Math.round(bottom - box.top)} of ${Math.round(box.height)} px; ` +
              `${area.scrollHeight}/${area.clientHeight}`,
          )
      }
    }
  }
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (wide > 1) found.push(`the page is ${wide} px wider than its window`)
  return [...new Set(found)]
}

/** The currently cut-off content, in words. */
export const cutOn = (page: Page): Promise<string[]> => page.evaluate(look)
