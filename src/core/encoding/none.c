/* No position: the baseline for every encoding. */
#include "core/encoding/posenc.h"

const struct posenc_def pe_none = {
    .name = "none",
    .title = TEXT("no positions"),
    .formula = "H = X",
    .help =
        TEXT("No position anywhere: attention reads the bare embeddings. When words change positions, their "
             "outputs move with them, so the order of the sentence is invisible (unless a mask reveals "
             "it)."),
    .form = PE_FORM_NONE,
};
