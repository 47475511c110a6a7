import type { WidgetDeclaration } from '../types.ts'

/**
 * Whether the view is the table already, so that there is none to change to. Key figures are kept among the tables and
 * drawn as tiles.
 */
export const drawsTable = ({
  category,
  skeleton = 'table',
}: Pick<WidgetDeclaration<never>, 'category' | 'skeleton'>): boolean => category === 'table' && skeleton === 'table'
