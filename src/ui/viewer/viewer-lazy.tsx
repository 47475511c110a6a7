/** Markdown and code viewers: separate chunks, replaced by lines of text until they are loaded. */
import { lazy, Suspense } from 'react'
import { Skeleton } from '../skeleton.tsx'
import type { CodeViewerProps } from './code-viewer.tsx'
import type { MarkdownViewerProps } from './markdown-viewer.tsx'

const Code = lazy(() => import('./code-viewer.tsx').then(({ CodeViewer }) => ({ default: CodeViewer })))
const Markdown = lazy(() => import('./markdown-viewer.tsx').then(({ MarkdownViewer }) => ({ default: MarkdownViewer })))

export function CodeViewer(props: CodeViewerProps) {
  return (
    <Suspense fallback={<Skeleton shape="text" />}>
      <Code {...props} />
    </Suspense>
  )
}

export function MarkdownViewer(props: MarkdownViewerProps) {
  return (
    <Suspense fallback={<Skeleton shape="text" />}>
      <Markdown {...props} />
    </Suspense>
  )
}
