/** Matches every modal dialog that is open: the browser's, and Headless UI's. */
export const modalDialog = 'dialog:modal, [role=dialog][aria-modal=true]'
