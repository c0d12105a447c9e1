/** A ticket torn in two, its way running off the paper. Decorative. */
export function LostTicket() {
  return (
    <svg
      className="lost-picture"
      viewBox="0 0 400 260"
      aria-hidden="true"
      fill="none"
      strokeWidth="3"
      strokeLinejoin="round"
    >
      <g transform="rotate(-7 130 130)">
        <path
          className="lost-paper"
          d="M20 60h172l-8 18 12 18-12 18 12 18-12 18 12 18-12 18 8 16H20v-52a22 22 0 0 0 0-44z"
        />
        <path className="lost-line" d="M58 96h76M58 118h54M58 172h28" />
      </g>
      <g transform="rotate(9 300 150)">
        <path
          className="lost-paper"
          d="M230 70h148v52a22 22 0 0 0 0 44v52H228l8-16-12-18 12-18-12-18 12-18-12-18 12-18z"
        />
        <path className="lost-line" d="M262 108h62M262 130h36" />
        <circle className="lost-sun" cx="326" cy="168" r="20" />
      </g>
      <path
        className="lost-way"
        d="M40 238c50-26 84 14 126-6s70-36 104-8 70 20 108-8"
        strokeDasharray="2 12"
        strokeLinecap="round"
      />
    </svg>
  )
}
