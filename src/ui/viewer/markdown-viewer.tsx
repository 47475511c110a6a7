/**
 * Markdown to read: no raw HTML, no images from elsewhere, links to the web only, code blocks with their copy button.
 */
import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import Markdown, { type Components } from 'react-markdown'
import { ExternalIcon } from '../icons/index.tsx'
import { useUi } from '../provider.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { CodeViewer } from './code-viewer.tsx'
import { webAddress } from './web-address.ts'
import css from './viewer.module.css'

export interface MarkdownViewerProps {
  markdown: string
  /** Level of the highest heading in the text, so that it fits into the page. Default 3. */
  topLevel?: 2 | 3 | 4
  /** Where `[words](link:name)` leads; a name without an entry is no link. */
  links?: MarkdownLinks | undefined
}

type MarkdownLinks = ReadonlyMap<
  string,
  { readonly href: string; readonly isOutside: boolean; readonly follow: () => void }
>

const LinksContext = createContext<MarkdownLinks>(new Map())
const NAMED = 'link:'
const addressOf = (address: string) => (address.startsWith(NAMED) ? address : webAddress(address))

function SafeLink({ href, children }: ComponentProps<'a'>) {
  const { t } = useUi()
  const links = use(LinksContext)
  const named = href?.startsWith(NAMED) === true ? links.get(href.slice(NAMED.length)) : undefined
  if (named !== undefined && !named.isOutside)
    return (
      <a
        href={named.href}
        onClick={(event) => {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          named.follow()
        }}
      >
        {children}
      </a>
    )
  const address = href?.startsWith(NAMED) === true ? named?.href : href
  // Without an address that may be followed, the words stay.
  if (!address) return <>{children}</>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
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

const NO_LINKS: MarkdownLinks = new Map()

export function MarkdownViewer({ markdown, topLevel = 3, links = NO_LINKS }: MarkdownViewerProps) {
  return (
    <LinksContext value={links}>
      <div className={css.markdown}>
        <Markdown skipHtml urlTransform={addressOf} components={COMPONENTS[topLevel]}>
          {markdown}
        </Markdown>
      </div>
    </LinksContext>
  )
}
