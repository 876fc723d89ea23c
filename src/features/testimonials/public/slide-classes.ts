/** A slide of a row with gaps of 30 pixels; one per view, two from 768 pixels. */
export const slideClass = 'w-full md:w-[calc(50%-15px)]'
export const cardClass =
  'flex h-full min-h-96 flex-col gap-6 rounded bg-raised p-6 shadow-low sm:p-9 md:min-h-92'
