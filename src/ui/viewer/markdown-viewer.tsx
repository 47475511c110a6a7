/**
 * Markdown to read: no raw HTML, no images from elsewhere, links to the web only, code blocks with their copy button.
 */
import type { ComponentProps, ReactNode } from 'react'
import Markdown, { type Components } from 'react-markdown'
import { ExternalIcon } from '../icons/index.tsx'
import { useUi } from '../provider.tsx'
import { VisuallyHidden } from '../small.tsx'
import { CodeViewer } from './code-viewer.tsx'
import { webAddress } from './web-address.ts'
import css from './viewer.module.css'

export interface MarkdownViewerProps {
  markdown: string
  /** Level of the highest heading in the text, so that it fits into the page. Default 3. */
  topLevel?: 2 | 3 | 4
}

function SafeLink({ href, children }: ComponentProps<'a'>) {
  const { t } = useUi()
  // Without an address that may be followed, the words stay.
  if (!href) return <>{children}</>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <ExternalIcon size={11} className={css.out} />
      <VisuallyHidden>{` (${t('ui.viewer.newTab')})`}</VisuallyHidden>
    </a>
  )
}

const textOf = (children: unknown): string =>
  typeof children === 'string' ? children : Array.isArray(children) ? children.map(textOf).join('') : ''

function CodePart({ className, children }: ComponentProps<'code'>) {
  const text = textOf(children)
  const language = /language-(\S+)/.exec(className ?? '')?.[1]
  if (language === undefined && !text.endsWith('\n')) return <code className={css.inline}>{text}</code>
  return <CodeViewer code={text.replace(/\n$/, '')} language={language} />
}

const heading = (level: number) =>
  function Heading({ children }: { children?: ReactNode }) {
    const Tag = `h${Math.min(6, level)}` as 'h2'
    return <Tag data-level={level}>{children}</Tag>
  }
const componentsFrom = (top: number): Components => ({
  a: SafeLink,
  code: CodePart,
  pre: ({ children }) => <>{children}</>,
  img: ({ alt }) => <>{alt}</>,
  h1: heading(top),
  h2: heading(top + 1),
  h3: heading(top + 2),
  h4: heading(top + 3),
  h5: heading(top + 4),
  h6: heading(top + 5),
})
const COMPONENTS = { 2: componentsFrom(2), 3: componentsFrom(3), 4: componentsFrom(4) }

export function MarkdownViewer({ markdown, topLevel = 3 }: MarkdownViewerProps) {
  return (
    <div className={css.markdown}>
      <Markdown skipHtml urlTransform={webAddress} components={COMPONENTS[topLevel]}>
        {markdown}
      </Markdown>
    </div>
  )
}
