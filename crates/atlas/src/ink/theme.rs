//! The one style sheet of a map, scoped by the root class `atlas`.

/// Colours by day: paper, inks and washes of a printed staff map.
const LIGHT: &str = "--paper:#f1e8d3;--paper-edge:#dfcfab;--ink:#3b3129;--ink-soft:#6f6151;\
--wood:#cbd6a8;--wood-edge:#93a56c;--tree:#667d48;--tree-light:#a8bb7b;\
--ridge:#e6d3aa;--hachure:#8d673d;--marsh:#5d90ad;--reed:#7d8f52;\
--water:#93bdd6;--water-edge:#3f7396;--water-name:#2b5a7d;--closed:#4f7d9b;\
--road:#d98b66;--road-edge:#86402b;--road-minor:#9c6443;--rail:#35302b;\
--house:#4b332a;--house-large:#7d3a2d;--grid:#5f4c33;--code:#7d6c55;\
--british:#96551c;--french:#2b569c;--german:#43494b;\
--wash-british:#e6c68f;--wash-french:#b9cde4;--wash-german:#c9ccc3;\
--name:#2e261f;--name-wood:#46592c;--name-ridge:#7a5228;--halo:#f4ecd9;--card:#faf4e4;\
--accent:#b5651d;--reach:#4d86b8;--target:#a8432f;--picked:#e0a526";

/// The same map by lamplight.
const DARK: &str = "--paper:#262420;--paper-edge:#191815;--ink:#ddd2bb;--ink-soft:#a3967f;\
--wood:#333d2b;--wood-edge:#56663f;--tree:#1f2819;--tree-light:#5f7546;\
--ridge:#3a3223;--hachure:#8f7048;--marsh:#5c8aa5;--reed:#77864f;\
--water:#2f5570;--water-edge:#6b9dbd;--water-name:#9cc3dc;--closed:#577f99;\
--road:#9d573c;--road-edge:#d39b7e;--road-minor:#a87b5a;--rail:#b9ad98;\
--house:#c9b194;--house-large:#d89a80;--grid:#b9a582;--code:#9b8c72;\
--british:#d79a57;--french:#86abe0;--german:#b4bcb8;\
--wash-british:#5b4525;--wash-french:#2f4560;--wash-german:#4b524e;\
--name:#ece2cd;--name-wood:#b3c691;--name-ridge:#d0a878;--halo:#262420;--card:#332f29;\
--accent:#e0a050;--reach:#6ea6d6;--target:#d9735c;--picked:#f0c04a";

/// Fonts every desk has. Old-style faces first, lining figures always.
pub(crate) const SERIF: &str = "'Iowan Old Style','Palatino Linotype',Palatino,'Book Antiqua',\
'URW Palladio L','Times New Roman','Liberation Serif',serif";

/// A plain, strong face for figures on counters.
pub(crate) const SANS: &str =
    "'Gill Sans','Gill Sans MT','Helvetica Neue',Arial,'Liberation Sans',sans-serif";

/// Rules for lines, washes and lettering.
const RULES: &str = "
.atlas text{font-family:SERIF;fill:var(--ink);text-anchor:middle;font-variant-numeric:lining-nums;pointer-events:none;user-select:none}
.atlas .start{text-anchor:start}.atlas .end{text-anchor:end}
.atlas .line{fill:none;stroke-linecap:round;stroke-linejoin:round}
.atlas .paper{fill:var(--paper)}.atlas .desk{fill:var(--paper-edge)}
.atlas .neat{fill:none;stroke:var(--ink)}.atlas .neat-fill{fill:var(--ink)}
.atlas .crease{fill:none;stroke:var(--ink);stroke-width:9;opacity:.035}
.atlas .wash-wood{fill:var(--wood);stroke:var(--wood-edge);stroke-width:1.4;fill-rule:evenodd}
.atlas .wash-ridge{fill:var(--ridge);fill-rule:evenodd;opacity:.55}
.atlas .wash-marsh{fill:var(--water);fill-rule:evenodd;opacity:.22}
.atlas .hachure{fill:none;stroke:var(--hachure)}
.atlas .tree{fill:none;stroke:var(--tree);stroke-linecap:round}
.atlas .crown{fill:none;stroke:var(--tree-light);stroke-linecap:round}
.atlas .marsh{fill:none;stroke:var(--marsh);stroke-width:1.5;stroke-linecap:round}
.atlas .reed{fill:none;stroke:var(--reed);stroke-width:1.3;stroke-linecap:round}
.atlas .closed{fill:none;stroke:var(--closed);stroke-width:1.1;opacity:.62}
.atlas .bank{stroke:var(--water-edge)}.atlas .stream{stroke:var(--water)}
.atlas .canal{stroke:var(--water-edge)}.atlas .canal-bed{stroke:var(--paper)}
.atlas .lock{fill:none;stroke:var(--water-edge);stroke-width:1.6}
.atlas .rail{stroke:var(--rail);stroke-width:1.8}
.atlas .sleeper{stroke:var(--rail);stroke-width:7;stroke-dasharray:1.6 11;stroke-linecap:butt}
.atlas .road-major{stroke:var(--road-edge);stroke-width:6.6}
.atlas .road-heart{stroke:var(--road);stroke-width:3.8}
.atlas .road-minor{stroke:var(--road-minor);stroke-width:2.1}
.atlas .bridge-deck{stroke:var(--paper);stroke-width:9;stroke-linecap:butt}
.atlas .bridge-rail{stroke:var(--ink);stroke-width:2.2}
.atlas .house{fill:var(--house)}.atlas .house-large{fill:var(--house-large)}
.atlas .fort{fill:var(--card);stroke:var(--ink);stroke-width:2.6;stroke-linejoin:round}
.atlas .fort-heart{fill:var(--ink)}
.atlas .work{fill:none;stroke:var(--ink);stroke-width:2.8;stroke-linejoin:round}
.atlas .landmark{fill:none;stroke:var(--ink-soft);stroke-width:1.8}
.atlas .trench{fill:none;stroke-width:2.6;stroke-linejoin:miter}
.atlas .trench-halo{fill:none;stroke:var(--halo);stroke-width:6.5;opacity:.75}
.atlas .ink-british{stroke:var(--british)}.atlas .ink-french{stroke:var(--french)}.atlas .ink-german{stroke:var(--german)}
.atlas .fill-british{fill:var(--british)}.atlas .fill-french{fill:var(--french)}.atlas .fill-german{fill:var(--german)}
.atlas .grid{fill:none;stroke:var(--grid);stroke-width:.8;opacity:.42}
.atlas .name{paint-order:stroke;stroke:var(--halo);stroke-width:4;stroke-linejoin:round;stroke-opacity:.88;fill:var(--name)}
.atlas .name-city{font-size:36px;font-variant-caps:small-caps;letter-spacing:.08em;font-weight:600;stroke-width:6}
.atlas .name-town{font-size:25px;font-variant-caps:small-caps;letter-spacing:.03em}
.atlas .name-village{font-size:19.5px;font-variant-caps:small-caps}
.atlas .name-fort{font-size:17px;font-weight:600;font-variant-caps:small-caps}
.atlas .name-wood{font-size:16.5px;font-style:italic;fill:var(--name-wood)}
.atlas .name-ridge{font-size:16px;font-style:italic;letter-spacing:.1em;fill:var(--name-ridge)}
.atlas .name-hill{font-size:18px;font-weight:600;fill:var(--name-ridge)}
.atlas .name-landmark{font-size:14.5px;font-style:italic}
.atlas .name-water{font-size:17px;font-style:italic;letter-spacing:.12em;fill:var(--water-name)}
.atlas .name-river{font-size:26px;font-style:italic;letter-spacing:.3em;fill:var(--water-name)}
.atlas .name-edge{font-size:20px;font-variant-caps:small-caps;letter-spacing:.04em}
.atlas .title{font-size:44px;font-variant-caps:small-caps;letter-spacing:.14em}
.atlas .subtitle{font-size:21px;font-style:italic;fill:var(--ink-soft)}
.atlas .margin{font-size:24px;fill:var(--ink-soft)}
.atlas .fine{font-size:16px;fill:var(--ink-soft)}
.atlas .code{font-size:11.5px;fill:var(--code);text-anchor:start;opacity:.85}
.atlas.zoom-far #layer-codes,.atlas.zoom-far .name-landmark,.atlas.zoom-far .name-wood,.atlas.zoom-far .name-ridge{display:none}
.atlas.zoom-far .name-city{font-size:60px}.atlas.zoom-far .name-town{font-size:38px}
.atlas.zoom-near .code{font-size:13px;opacity:1}
.atlas .place{fill:transparent;stroke:none;cursor:pointer}
.atlas .place:hover{fill:var(--accent);fill-opacity:.1}
.atlas .place:focus-visible{outline:none;stroke:var(--accent);stroke-width:5}
.atlas .place.closed{fill:#6f6151;fill-opacity:.62;pointer-events:none}
.atlas .place.can-move{fill:var(--reach);fill-opacity:.26}
.atlas .place.can-act{stroke:var(--picked);stroke-width:4}
.atlas .place.is-target{fill:var(--target);fill-opacity:.28;stroke:var(--target);stroke-width:3;stroke-dasharray:9 5}
.atlas .place.is-picked{fill:var(--picked);fill-opacity:.3;stroke:var(--accent);stroke-width:4}
.atlas .place.is-last{stroke:var(--accent);stroke-width:6;stroke-opacity:.8}
.atlas #layer-highlights{pointer-events:none}
.atlas .counter.is-done{opacity:.72}
.atlas .count{font-family:SANS;font-weight:700;font-size:15px;fill:#fbf5e6}
.atlas .count-disc{fill:#2f2822;stroke:#fbf5e6;stroke-width:1.5}
";

/// The style element of a map, with what that kind of map adds.
pub(crate) fn style(more: &str) -> String {
    let rules = format!("{RULES}{more}").replace("SERIF", SERIF).replace("SANS", SANS);
    format!(
        "<style>.atlas{{{LIGHT}}}@media (prefers-color-scheme:dark){{.atlas:not(.light){{{DARK}}}}}\
         .atlas.dark{{{DARK}}}{}</style>",
        rules.replace('\n', "")
    )
}
