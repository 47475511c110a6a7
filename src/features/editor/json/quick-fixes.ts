/** Quick fixes of findings, offered at their place. */
import type * as api from 'monaco-editor/editor'
import type { Issue } from '#engine/types'
import { spliceOf } from '../model/splices.ts'
import { fixed, wordsOf } from './fixes.ts'
import type { Monaco } from './monaco.ts'
import { type Model, OWNER, rangeFrom, rangeOf } from './ranges.ts'

export const offerFixes = (
  monaco: Monaco,
  model: Model,
  issues: () => readonly Issue[],
  fixText: (words: ReturnType<typeof wordsOf>) => string,
): api.IDisposable =>
  monaco.languages.registerCodeActionProvider(
    'json',
    {
      provideCodeActions(asked, range) {
        if (asked !== model) return { actions: [], dispose: () => undefined }
        const actions = issues().flatMap((issue): api.languages.CodeAction[] => {
          const { fix } = issue
          if (fix === undefined || !monaco.Range.areIntersectingOrTouching(rangeOf(monaco, model, issue), range))
            return []
          const next = fixed(model.getValue(), fix)
          const splice = next === undefined ? undefined : spliceOf(model.getValue(), next)
          if (splice === undefined) return []
          const edit = {
            range: rangeFrom(monaco, model, splice.from, splice.from + splice.drop),
            text: splice.put,
          }
          return [
            {
              title: fixText(wordsOf(fix)),
              kind: 'quickfix',
              isPreferred: true,
              edit: { edits: [{ resource: model.uri, textEdit: edit, versionId: model.getVersionId() }] },
              diagnostics: monaco.editor
                .getModelMarkers({ owner: OWNER, resource: model.uri })
                .filter(
                  (marker) => marker.code === issue.code && monaco.Range.areIntersectingOrTouching(marker, range),
                ),
            },
          ]
        })
        return { actions, dispose: () => undefined }
      },
    },
    { providedCodeActionKinds: ['quickfix'] },
  )
