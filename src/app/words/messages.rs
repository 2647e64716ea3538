//! The list of the page's messages, and a function for each.

use super::{Argument, say, say_with};

macro_rules! function {
    ($name:ident) => {
        #[doc = concat!("Says the message `", stringify!($name), "`.")]
        pub fn $name() -> &'static str {
            say(Place::$name as usize)
        }
    };
    ($name:ident ($($argument:ident),+)) => {
        #[doc = concat!("Says the message `", stringify!($name), "` with what is put in.")]
        pub fn $name<'a>($($argument: impl Into<Argument<'a>>),+) -> String {
            say_with(Place::$name as usize, &[$($argument.into()),+])
        }
    };
}

macro_rules! messages {
    ($($name:ident $(($($argument:ident),+))?;)*) => {
        /// The names of the messages in the order of the list, with their arguments; not compiled into the page.
        #[cfg(not(feature = "hydrate"))]
        pub(super) const NAMES: &[(&str, &[&str])] =
            &[$((stringify!($name), &[$($(stringify!($argument)),+)?])),*];

        /// The index of each message in the list.
        #[expect(non_camel_case_types, reason = "each is called as its function")]
        #[derive(Clone, Copy)]
        enum Place { $($name),* }

        /// Number of messages that are sent with pages; only the server uses the rest.
        #[cfg(not(feature = "hydrate"))]
        pub(super) const SENT: usize = Place::nothing_is_kept as usize;

        $(function! { $name $(($($argument),+))? })*
    };
}

messages! {
    // Shared words.
    document; documents; documents_counted(count); page; pages; page_short(number); page_spoken(number);
    slide(number); sheet(number); chapter(number); message(number); entry(number);
    source_at(path, page); pages_counted(count); and_also(one, other);
    passages; sources; conversations; settings; ask_a_question; close; cancel;
    copied; dismiss; remove; save; table; try_again; undo; earlier; further;
    and_more(count); milliseconds(count); seconds(count); thousands_sign; decimal_sign;
    // Around the page.
    description; skip_to_question; skip_to_passage; skip_to_document;
    page_not_found; nothing_here; or; see_the_documents;
    // The question field, and keyboard shortcuts.
    your_question; ask_your_documents; ask; stop; ask_in; all_documents; waits_in_line(question);
    followup_questions;
    no_such_conversation; not_kept_now; not_sent_yet(reason); no_room; keyboard_shortcuts;
    keyboard_shortcuts_key; either_key(one, other); both_keys(one, other); key_write;
    key_stop; key_close; key_notes; key_questions; key_sources; key_shortcuts;
    // The empty page, with its list of documents.
    promise; written_by(model); quoted_from_them; examples; sample_documents; add_your_own;
    begin_with; being_read;
    none_yet; add_to_folder(folder); last_checked(documents, time); could_not_be_read(count); find_document;
    pages_of_list; none_called_that; in_all(count); range(first, last, all);
    images_without_text(count); files_not_read(count);
    // The state of the documents, in one line.
    no_documents_yet; reading_documents(done, all); preparing_meaning(done, all);
    unread_too(count, documents);
    // Conversations.
    conversation; new_conversation; temporary; temporary_hint; temporary_takes_no_files; find_conversation; no_conversation_says; will_be_kept;
    will_be_kept_in_browser; kept_for_everybody; close_conversations; download_conversation; delete_all;
    conversations_deleted(count); pin_conversation; rename_conversation;
    delete_conversation; name_of_conversation; newest_line; pinned; today; yesterday;
    last_week; last_month;
    // An answer.
    edit; edit_question; edit_your_question; ask_again; question_edited(count); searching;
    reading_passages(count); draft_from_documents; you_stopped; copy; could_not_copy; regenerate;
    no_passages_found; sources_counted(count); may_not_answer; not_found; notes;
    note(number, source); more_rows(count); many_more_rows; no_such_source;
    // An answer, read aloud.
    read_aloud; answer_stopped; answer_broke_off; end_of_answer(count);
    // An answer that broke off.
    change_the_question; begin_anew; kept_above; nothing_lost; page_was_left;
    connection_broke; with_reason(sentence, reason);
    is_refused; is_too_large; asked_too_often; model_failed; server_unavailable; something_failed;
    // The check of an answer. Verdicts come after a statement.
    not_found_in_source; contradicted; no_source; is_quoted; is_supported; is_partly_supported;
    quoted_word_for_word; all_supported(count); some_supported(all, supported); show_without(count);
    found_by_check(count); not_found_there(words); no_such_source_as(names);
    // The reader's judgement of an answer.
    is_helpful; is_wrong; marked_helpful; marked_wrong; marked_wrong_for(remark);
    what_was_wrong; words_kept; words_not_kept;
    // The sources beside an answer.
    steps; close_sources; width_of_sources; drag_to_resize; open_in_tab; no_passage_fits;
    best_match; missing_a_source; where_did_it_fall_out; any_page; searched_for(query);
    way_of(source); went_on; far_behind; fell_out; stage_index; stage_filters; stage_words;
    stage_meaning; stage_choice; stage_quotation;
    // The steps towards an answer.
    title_question; title_query; title_query_prompt; title_results; title_prompt; title_audit; title_quoted;
    step_question; step_query; step_query_prompt; step_results;
    step_prompt; step_audit; step_quoted; tokens(read, written); show_text;
    show_json; copy_text; searched_query(count, query); read_document(document);
    read_pages(document, pages); listed_documents(count); computed_over(count, document); call_failed(tool);
    // A document.
    words_are_gone; described_image; attachments; text; passage_numbered(number);
    words_counted(count); cited_passage; cited_words; download; of_pages(count);
    page_before; next_page; smaller; larger; page_numbered(number); search;
    search_in_document; match_before; next_match; match_of(number, all); no_match; rows_of(first, last, all);
    sort_and_filter; go_to_row; filter_rows; any_column; section; count_is(count); sum_is(sum); mean_is(mean);
    totals_left_out(count); rows_missing;
    // The documents page.
    size; state; actions; none_here; more_unread(count); find_by_name; folders; sort_by; by_name;
    by_change; by_size; by_pages; show; ready; unit_pages(count); unit_passages(count);
    not_read(reason); not_reachable(since); not_reachable_text(since); left_out(parts); waits; is_read; is_read_at(page, pages); for_everybody;
    for_group(group); only_for_me; about_document(action, path); add_documents; upload;
    upload_hint(room); being_uploaded; drop_files; upload_not_allowed;
    connection_broke_for(name); not_sent(name); not_taken(name, reason);
    uploaded_unread(path, reason);
    // The reasons why files cannot be read.
    fault_empty; fault_mislabelled; fault_not_text; fault_protected; fault_damaged; fault_died;
    fault_no_text; fault_no_words; fault_no_characters; fault_too_slow; fault_out_of_memory; fault_too_many;
    fault_unsupported; fault_image; fault_not_started;
    fault_too_large; fault_changed; fault_of_file(reason);
    no_model_sees;
    // The results of actions on a document.
    is_uploaded(path); files_uploaded(count); only_first_taken(count); is_removed(path); is_read_again(path); is_back(path);
    everybody_may_read(path); group_may_read(group, path); only_you_may_read(path);
    // Settings.
    language; language_of_browser; change_language; passages_to_retrieve; look_further;
    look_never; look_twice; look_freely; search_by; by_keywords; by_meaning; by_both;
    stream_answers; reset; done; insights; chat_model; no_chat_model_yet;
    model_settings; temperature;
    instructions_added;
    // The chat model.
    who_writes; look_for_models; quote_instead; model_of(program); write_with(model);
    another_endpoint; address; address_hint; model; model_hint; key; key_hint; context;
    context_hint; endpoint_hint; try_and_write; looking; trying(model);
    programs_found(count); nobody_writes; writes_answers(model, address);
    takes_tokens(count); key_is_kept; is_fixed;
    // The operator's rights.
    open_operator_link; open_link_to_add; you_run_this; operator_link_used;
    // Signing in and out.
    sign_in; sign_out; signed_in_as(name); sign_in_again;
    // Files attached to a conversation.
    attach_files; drop_to_ask; files_of_conversation; remove_file(name); keep_in_library;
    keep_file_in_library(name); file_is_read; percent(count); hidden_left_out(count); asked_with(files);
    // Selected documents.
    modified; choose(path); remove_chosen; none_chosen;
    // The page's appearance.
    theme; theme_of_system; light; dark; text_size; size_of_browser; small; large; very_large;
    // The choice of the scope.
    what_to_ask; scope_hint; folders_and_documents; folders_counted(count); folders_unlisted;
    show_inside(name); show_more(count); more_found(count); kinds; from_day; to_day;
    ask_this_document; asked_of(scope); ask_all_documents;
    // Exporting and sharing a conversation.
    print; share; share_conversation; who_sees; make_link; copy_link; take_link_back; link;
    server_not_reached; shared_by_link;
    // A shared or exported conversation.
    passage_lost; earlier_questions; newest_questions;
    skip_to_content; shared_notice; link_to_nothing; answer_withheld; no_answer; stopped_early;
    footnotes; back_to_mark(number); in_quotes(words); day_of(day, month, year); months; footnote_numbered(number);
    // The page of insights, for the operator. The messages below are only used by the server.
    nothing_is_kept; kept_for_days(count); insights_are_off; period; days_counted(count);
    questions_in_period(count); outcomes_of_questions; outcome; questions; share_of_all;
    outcome_answered; outcome_quoted; outcome_unsure; outcome_not_found; outcome_failed;
    outcome_cancelled; questions_by_day; day; answered; unanswered; broken_off; none_asked;
    times_by_day; times_hint; first_sign_half; first_sign_most; end_half; end_most;
    without_answer; got_no_answer(count); questions_not_kept; question; times_asked; last_asked;
    what_readers_said; marked_counted(helpful, wrong); remarks_not_kept; never_cited;
    cites_none_of(all, count); cites_none_of_first(all, count);
    // Whether somebody was signed in or out.
    signed_out; end_session_too(issuer); sign_in_away(issuer); sign_in_refused(issuer);
    sign_in_stale; sign_in_nameless(issuer);
}
