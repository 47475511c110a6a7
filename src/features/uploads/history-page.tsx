import { ImportHistory } from './imports/history.tsx'
import { ManagePage } from './manage-page.tsx'

/** Uploads, with the imports of counts beside them. */
export const UploadsPage = () => <ManagePage imports={<ImportHistory isQuiet />} />
