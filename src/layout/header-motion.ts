/** Of what stands in the header's middle: by half of what the header loses in height, without moving the layout. */
export const risesInHeader = 'transition-[translate] duration-500 in-data-scrolled:-translate-y-2'
