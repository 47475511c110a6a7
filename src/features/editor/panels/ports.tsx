/** Ports of the panels beside the editor: data, schemas and texts, passed in by the page. */
import type { AccessFlag } from '#domain/access'
import type { Compute, DashboardServices } from '#engine'
import { createContext, use } from 'react'
import type { UsualText } from '../model/usual-filters.ts'
import type { JsonSchema } from '#engine/core/document/option-fields'

export interface PanelPorts extends Pick<DashboardServices, 'widgetText' | 'issueText'> {
  /** `options.schema.json` by widget type. */
  readonly optionSchemas: () => Promise<Readonly<Record<string, JsonSchema>>>
  readonly compute: Compute
  /** The current value of a filter of the canvas. */
  readonly values: (param: string) => unknown
  /** Default names of filters, by language. */
  readonly usual: UsualText
  /** Texts of the application for keys the document lacks. */
  readonly appText?: ((key: string) => string | undefined) | undefined
  /** Name of a permission, in the reader's language. */
  readonly flagName: (flag: AccessFlag) => string
  /** The message of an error, in the reader's language. */
  readonly errorText: (cause: unknown) => string
}

export const PanelContext = createContext<PanelPorts | null>(null)

/** The ports around this component. Throws outside an edit page. */
export function usePorts(): PanelPorts {
  const ports = use(PanelContext)
  if (ports === null) throw new Error('usePorts: no PanelContext above this component')
  return ports
}
