/**
 * The JSON editor (Monaco) under `style-src 'self'`. It writes style elements and style attributes, which the policy
 * refuses; the same rules are let through as constructed sheets and as properties set by script. Two files of the exact
 * version are changed when the page is built; a version that reads differently stops the build (decision 26).
 */
import type { Plugin } from 'vite'

interface Change {
  readonly from: string
  readonly to: string
}

/** Looks like a style element to its maker: text, rules, removal. Its sheet is the document's own. */
const SHEET = `
function adoptedStyle() {
  const sheet = new CSSStyleSheet({ media: 'screen' });
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  let text = '';
  return {
    sheet, type: '', media: '', className: '',
    get textContent() { return text; },
    set textContent(next) { text = next ?? ''; sheet.replaceSync(text); },
    remove() { document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet); },
    cloneNode() { return adoptedStyle(); },
  };
}
`

/**
 * Styles travel in another attribute through the parser, and become properties before anything is shown. Text holds no
 * \`<\`: it is escaped.
 */
const DRESS = `
function stripInlineStyles(html) { return html.replace(/<[^>]*>/g, (tag) => tag.replace(' style="', ' data-css="')); }
function applyInlineStyles(root) {
  for (const node of root.querySelectorAll('[data-css]')) {
    node.style.cssText = node.getAttribute('data-css');
    node.removeAttribute('data-css');
  }
}
`

const CHANGES: Readonly<Record<string, { readonly before: string; readonly changes: readonly Change[] }>> = {
  'vs/base/browser/domStylesheets.js': {
    before: SHEET,
    changes: [
      { from: "    const style = document.createElement('style');\n", to: '    const style = adoptedStyle();\n' },
      { from: '    container.appendChild(style);\n    if (disposableStore)', to: '    if (disposableStore)' },
    ],
  },
  'vs/editor/browser/view/viewLayer.js': {
    before: DRESS,
    changes: [
      {
        from: '    _finishRenderingNewLines(ctx, domNodeIsEmpty, newLinesHTML, wasNew) {\n',
        to:
          '    _finishRenderingNewLines(ctx, domNodeIsEmpty, newLinesHTML, wasNew) {\n        newLinesHTML = ' +
          'stripInlineStyles(newLinesHTML);\n',
      },
      {
        from: "            lastChild.insertAdjacentHTML('afterend', newLinesHTML);\n        }\n",
        to:
          "            lastChild.insertAdjacentHTML('afterend', newLinesHTML);\n        }\n        " +
          'applyInlineStyles(this._domNode);\n',
      },
      {
        from: "        const hugeDomNode = document.createElement('div');\n",
        to:
          "        const hugeDomNode = document.createElement('div');\n        invalidLinesHTML = " +
          'stripInlineStyles(invalidLinesHTML);\n',
      },
      {
        from: '        hugeDomNode.innerHTML = invalidLinesHTML;\n',
        to: '        hugeDomNode.innerHTML = invalidLinesHTML;\n        applyInlineStyles(hugeDomNode);\n',
      },
    ],
  },
}

/** The file with its changes, undefined for any other. Throws MONACO_CHANGED where it does not read as expected. */
export function changed(id: string, code: string): string | undefined {
  const name = Object.keys(CHANGES).find((one) => id.replaceAll('\\', '/').endsWith(`/monaco-editor/esm/${one}`))
  const change = name === undefined ? undefined : CHANGES[name]
  if (change === undefined) return undefined
  let next = code
  for (const { from, to } of change.changes) {
    if (next.split(from).length !== 2)
      throw new Error(
        `MONACO_CHANGED: ${name} does not hold ${JSON.stringify(from)} exactly once; look at its new version before ` +
          'it is taken.',
      )
    next = next.replace(from, () => to)
  }
  // Behind the imports, which come first in a module.
  return next + change.before
}

export function monacoStyles(): Plugin {
  return {
    name: 'monaco-styles',
    apply: 'build',
    transform: {
      filter: { id: /monaco-editor\/esm\/vs\/(?:base\/browser\/domStylesheets|editor\/browser\/view\/viewLayer)\.js$/ },
      handler: (code, id) => changed(id, code) ?? null,
    },
  }
}
