/** How added and removed words look. */
export const changeClasses = {
  ins: 'bg-success-soft text-success',
  del: 'bg-error-soft text-error',
} as const
