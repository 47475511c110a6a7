/** Code to read and copy, Python in colours. */
import { useMemo, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { CheckIcon, CopyIcon } from '../icons/index.tsx'
import { useUi } from '../provider.tsx'
import { useScrolls } from '../use-scrolls.ts'
import { highlight } from './highlight.ts'
import css from './viewer.module.css'

export interface CodeViewerProps {
  code: string
  /** `python` is coloured, anything else is shown plain. */
  language?: string
  /** Name of the block for readers, and written over it. */
  label?: string
  maxHeight?: number
}

const COPIED_MS = 2000

export function CodeViewer({ code, language = 'text', label, maxHeight }: CodeViewerProps) {
  const { t } = useUi()
  const runs = useMemo(() => highlight(code, language), [code, language])
  const [copied, setCopied] = useState(false)
  const box = useRef<HTMLPreElement>(null)
  const scrolls = useScrolls(box, code)
  const copy = () => {
    navigator.clipboard?.writeText(code).then(
      () => {
        setCopied(true)
        setTimeout(() => setCopied(false), COPIED_MS)
      },
      () => setCopied(false),
    )
  }
  const name = label ?? t('ui.viewer.code')
  return (
    <figure className={css.code}>
      <figcaption className={css.codeHead}>
        <span className={css.codeName}>{label ?? (language === 'text' ? t('ui.viewer.code') : language)}</span>
        <IconButton
          plain
          size="small"
          label={t(copied ? 'ui.copied' : 'ui.viewer.copy')}
          icon={copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
          onPress={copy}
        />
      </figcaption>
      <pre
        ref={box}
        className={css.pre}
        style={{ maxHeight }}
        {...(scrolls ? { tabIndex: 0, role: 'region', 'aria-label': name } : {})}
      >
        <code>
          {runs.map(({ text, kind }, at) =>
            kind === null ? (
              text
            ) : (
              <span key={at} data-kind={kind}>
                {text}
              </span>
            ),
          )}
        </code>
      </pre>
    </figure>
  )
}
