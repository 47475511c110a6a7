/** Completions at the caret. `context` is read anew each time. */
import type * as api from 'monaco-editor/editor'
import type { Monaco } from './monaco.ts'
import { type Model, rangeFrom } from './ranges.ts'
import { suggestionsAt, type SuggestContext } from './suggestions.ts'

export const offerWords = (monaco: Monaco, model: Model, context: () => SuggestContext): api.IDisposable =>
  monaco.languages.registerCompletionItemProvider('json', {
    triggerCharacters: ['"', '$'],
    provideCompletionItems(asked, position) {
      const found =
        asked === model ? suggestionsAt(model.getValue(), model.getOffsetAt(position), context()) : undefined
      if (found === undefined) return { suggestions: [] }
      const range = rangeFrom(monaco, model, found.from, found.to)
      return {
        suggestions: found.items.map(({ value, detail }, at) => ({
          label: value,
          detail,
          range,
          insertText: JSON.stringify(value),
          filterText: JSON.stringify(value),
          sortText: `0${String(at).padStart(4, '0')}`,
          kind: value.startsWith('$')
            ? monaco.languages.CompletionItemKind.Variable
            : monaco.languages.CompletionItemKind.Reference,
        })),
      }
    },
  })
