/** Texts about files: how many and how large they may be, and why one was rejected. */
import type { Translate } from '../provider.tsx'
import { type FileRefusal, type FileRules, writeBytes } from './file-rules.ts'

export interface FileWords {
  readonly size: (bytes: number) => string
  readonly limits: (rules: FileRules & { readonly isMultiple: boolean }) => string
  readonly refusal: (refused: FileRefusal) => string
}

export function fileWords(t: Translate, locale: string): FileWords {
  const size = (bytes: number) => writeBytes(bytes, locale)
  return {
    size,
    limits: ({ accept = [], maxBytes, maxFiles, isMultiple }) =>
      [
        accept.length > 0 ? accept.filter((one) => one.startsWith('.')).join(', ') || accept.join(', ') : null,
        maxBytes === undefined ? null : t('ui.files.upTo', { size: size(maxBytes) }),
        isMultiple && maxFiles !== undefined ? t('ui.files.most', { count: maxFiles }) : null,
      ]
        .filter((one) => one !== null)
        .join(' · '),
    refusal(no) {
      switch (no.reason) {
        case 'kind':
          return t('ui.files.kind', { name: no.name, accept: no.accept.join(', ') })
        case 'tooLarge':
          return t('ui.files.tooLarge', { name: no.name, size: size(no.bytes), max: size(no.maxBytes) })
        case 'empty':
          return t('ui.files.empty', { name: no.name })
        case 'twice':
          return t('ui.files.twice', { name: no.name })
        case 'tooMany':
          return t('ui.files.tooMany', { name: no.name, count: no.maxFiles })
      }
    },
  }
}
