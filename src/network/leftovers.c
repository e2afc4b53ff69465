#include "network/leftovers.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "keep/json_file.h"
#include "base/utf8.h"

enum { NAMED = 4 };

/* Names, with * for anything, that are known to change nothing. Tensors: masks and tables that are made anew
 * from the sizes, heads for other tasks. Keys: of training, of writing texts, of other tasks, of memory and
 * speed, and those that the tensors show too. */
static const char *const harmless[LEFTOVER_KINDS] = {
    [LEFTOVER_TENSOR] =
        "*.attn.bias *.attn.masked_bias *.attention.bias *.attention.masked_bias *rotary_emb.* "
        "*position_ids *token_type_ids *pooler.* *cls.seq_relationship.*",
    [LEFTOVER_KEY] =
        "_* architectures model_type auto_map transformers_version *dtype *dropout* *_pdrop "
        "*_token_id *_token_ids initializer_* use_cache gradient_checkpointing id2label label2id "
        "num_labels task_specific_params problem_type finetuning_task summary_* pooler_* output_* "
        "*return_dict* torchscript use_bfloat16 n_ctx n_inner directionality reorder_and_upcast_attn "
        "pretraining_tp seq_length slow_but_exact skip_bias_add* offset_alibi masked_softmax_fusion "
        "attention_softmax_in_fp32 bias_dropout_fusion attention_bias mlp_bias attention_types "
        "attention_layers max_window_layers layer_types use_parallel_residual original_max_position_embeddings tie_weights_ "
        "tie_encoder_decoder "
        "chunk_size_feed_forward cross_attention_hidden_size language license tokenizer_class "
        "model_max_length prefix max_length min_length do_sample early_stopping num_beams "
        "num_beam_groups diversity_penalty temperature top_k top_p typical_p repetition_penalty "
        "*length_penalty *no_repeat_ngram_size bad_words_ids num_return_sequences *suppress_tokens "
        "remove_invalid_values tf_legacy_loss is_llama_config transformers.js_config xla_device "
        "unsloth_*",
    [LEFTOVER_TOKEN] = ""};

void leftovers_add(struct leftovers *l, enum leftover kind, const char *name)
{
    struct text shown = TEXT_HERE;
    char known[40];
    for (const char *at = harmless[kind]; *at; at += strspn(at, " ")) {
        snprintf(known, sizeof known, "%.*s", (int)strcspn(at, " "), at);
        if (fnmatch(known, name, 0) == 0)
            return;
        at += strcspn(at, " ");
    }
    if (l->count[kind]++ < NAMED) {
        text_add(&l->names[kind], l->count[kind] > 1 ? ", " : "");
        text_add_bytes(&shown, name, utf8_fit(name, JSON_FILE_SHOWN));
        utf8_show(&l->names[kind], text_str(&shown));
    } else if (l->count[kind] == NAMED + 1)
        text_add(&l->names[kind], " …");
    text_finish(&shown);
}

void leftovers_say(const struct leftovers *l, struct reply *r)
{
    static const char *const what[LEFTOVER_KINDS] = {
        [LEFTOVER_TENSOR] = TEXT("tensors"),
        [LEFTOVER_KEY] = TEXT("keys of config.json"),
        [LEFTOVER_TOKEN] = TEXT("tokens without a row"),
    };
    bool first = true;
    for (int i = 0; i < LEFTOVER_KINDS; i++) {
        if (l->count[i] == 0)
            continue;
        reply_say(r, first ? TEXT("not used: ") : TEXT("; "));
        reply_say(r, TEXT("%s %s (%d)"), text_in(what[i], r->lang), text_str(&l->names[i]), l->count[i]);
        first = false;
    }
}

void leftovers_finish(struct leftovers *l)
{
    for (int i = 0; i < LEFTOVER_KINDS; i++)
        text_finish(&l->names[i]);
    *l = (struct leftovers){0};
}
