/* The command `inventory`: takes the inventory of concepts, shows what came out, writes it to a file. */
#ifndef LESSON_PLAY_INVENTORY_H
#define LESSON_PLAY_INVENTORY_H

#include "command/command.h"

bool inventory_command(struct call *c);

#endif
